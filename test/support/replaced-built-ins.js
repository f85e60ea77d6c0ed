/* eslint-disable no-global-assign -- it does what old libraries did */
/**
 * Replaces built-ins as libraries of around 2010 do. Each function is sent to a page as its text. What is replaced, and
 * how it differs from the standard, was measured in Chromium with MooTools 1.3 and 1.4, and Prototype 1.6 and 1.7.
 */

/** As MooTools 1.3: what it adds is enumerable, and `Event`, `Request`, `Window`, `Document`, `Element`, `JSON` are its own. */
export function asMooTools() {
  const slice = Array.prototype.slice;
  const isListLike = (value) => typeof value === 'object' && 'length' in value;
  // No iterator is read: a Set becomes a list with one Set.
  Array.from = (value) => {
    if (value === null || value === undefined) return [];
    return isListLike(value) ? slice.call(value) : [value];
  };
  Object.values = (object) => {
    const values = [];
    for (const name in object) {
      if (Object.prototype.hasOwnProperty.call(object, name)) values.push(object[name]);
    }
    return values;
  };
  // The arguments are one list. With it, the arguments of the call are ignored.
  Function.prototype.bind = function (self, list) {
    const called = this;
    const fixed = list === null || list === undefined ? undefined : Array.from(list);
    return function () {
      return called.apply(self, fixed || arguments);
    };
  };
  String.prototype.trim = function () {
    return this.replace(/^\s+|\s+$/g, '');
  };
  const { parse, stringify } = JSON;
  JSON = { parse, stringify, encode: stringify, decode: parse };

  const TYPES = { Array, Date, Function, Number, RegExp, String };
  for (const [name, type] of Object.entries(TYPES)) {
    type.prototype.$family = () => name.toLowerCase();
    type.prototype.$constructor = type;
    type.type = (value) => typeof value === name.toLowerCase();
    type.implement = type.extend = type.alias = type.mirror = () => type;
  }
  for (const name of ['forEach', 'map', 'filter', 'every', 'some', 'indexOf', 'slice', 'join']) {
    Array[name] = (list, ...rest) => Array.prototype[name].apply(list, rest);
  }
  Object.assign(Array.prototype, {
    each: Array.prototype.forEach,
    contains(item) {
      return this.indexOf(item) !== -1;
    },
    include(item) {
      if (this.indexOf(item) === -1) this.push(item);
      return this;
    },
    append(list) {
      this.push(...list);
      return this;
    },
    empty() {
      this.length = 0;
      return this;
    },
  });
  Object.assign(Number.prototype, { round: () => 0, limit: () => 0, toInt: () => 0, times() {} });
  Object.assign(String.prototype, { contains: () => false, test: () => false, clean: () => '' });
  Number.from = (value) => (isFinite(parseFloat(value)) ? parseFloat(value) : null);
  String.from = (value) => `${value}`;
  Function.from = (value) => (typeof value === 'function' ? value : () => value);
  for (const name of ['extend', 'each', 'forEach', 'map', 'filter', 'merge', 'clone', 'append']) {
    Object[name] = () => ({});
  }

  // Constructors of other things under the names of the DOM.
  const HTMLPrototype = Element.prototype;
  window.Element = function (tag) {
    return document.createElement(tag);
  };
  window.Element.prototype = HTMLPrototype;
  Object.assign(HTMLPrototype, {
    set() {},
    get: () => null,
    erase() {},
    empty() {},
    dispose() {},
    destroy() {},
    clone() {},
    match: () => false,
    store() {},
    retrieve: () => null,
    scrollTo() {},
    position() {},
    load() {},
    send() {},
  });
  window.Event = function (event) {
    this.event = event || window.event;
    this.type = this.event && this.event.type;
  };
  window.Event.prototype.stopPropagation = function () {
    this.event.stopPropagation();
    return this;
  };
  window.Request = function (options) {
    this.options = options;
  };
  for (const name of ['Window', 'Document']) {
    window[name] = function () {
      throw new Error(`${name} is not called`);
    };
  }
}

/**
 * As Prototype: functions of lists do not tell the list and the index as the standard does, and elements have names
 * such as `remove`, `show`, `select` of their own.
 */
export function asPrototype() {
  const identity = (value) => value;
  const concat = Array.prototype.concat;
  Array.from = (value) => {
    if (!value) return [];
    if ('toArray' in Object(value)) return value.toArray();
    const list = new Array(value.length || 0);
    for (let at = 0; at < list.length; at += 1) list[at] = value[at];
    return list;
  };
  Object.values = (object) => {
    const values = [];
    for (const name in object) values.push(object[name]);
    return values;
  };
  Function.prototype.bind = function (self, ...first) {
    const called = this;
    if (self === undefined && first.length === 0) return called;
    return function (...rest) {
      return called.apply(self, concat.call(first, rest));
    };
  };
  Object.assign(Function.prototype, {
    argumentNames: () => [],
    curry: identity,
    defer: identity,
    delay: identity,
    methodize: identity,
    wrap: identity,
  });
  // The callback gets the value and the index, not the list.
  const each = (list, visit) => {
    for (let at = 0; at < list.length; at += 1) visit(list[at], at);
  };
  const reverse = Array.prototype.reverse;
  Object.assign(Array.prototype, {
    each(visit) {
      each(this, visit);
      return this;
    },
    map(read = identity, self) {
      const results = [];
      each(this, (value, at) => results.push(read.call(self, value, at)));
      return results;
    },
    filter(test, self) {
      const results = [];
      each(this, (value, at) => test.call(self, value, at) && results.push(value));
      return results;
    },
    find(test, self) {
      let result;
      each(this, (value, at) => {
        if (result === undefined && test.call(self, value, at)) result = value;
      });
      return result;
    },
    every(test = identity, self) {
      let isTrue = true;
      each(this, (value, at) => (isTrue = isTrue && !!test.call(self, value, at)));
      return isTrue;
    },
    some(test = identity, self) {
      let isTrue = false;
      each(this, (value, at) => (isTrue = isTrue || !!test.call(self, value, at)));
      return isTrue;
    },
    // A list, not an iterator.
    entries() {
      return this.map();
    },
    toArray() {
      return this.map();
    },
    reverse(inPlace) {
      return reverse.call(inPlace === false ? this.map() : this);
    },
    include: () => false,
    clear: () => [],
    clone: () => [],
    compact: () => [],
    first: () => undefined,
    flatten: () => [],
    last: () => undefined,
    size: () => 0,
    without: () => [],
  });
  // Without the second argument of the standard.
  String.prototype.startsWith = function (text) {
    return this.indexOf(text) === 0;
  };
  String.prototype.endsWith = function (text) {
    const at = this.length - text.length;
    return at >= 0 && this.lastIndexOf(text) === at;
  };
  Object.assign(String.prototype, {
    toArray() {
      return this.split('');
    },
    strip: () => '',
    sub: () => '',
    times: () => '',
    empty: () => false,
    isJSON: () => false,
  });
  Object.assign(Number.prototype, { abs: () => 0, round: () => 0, floor: () => 0, times() {} });
  RegExp.escape = (text) => `${text}`.replace(/([.*+?^=!:${}()|[\]/\\])/g, '\\$1');
  const { prototype } = Element;
  window.Element = function (tag) {
    return document.createElement(tag);
  };
  window.Element.prototype = prototype;
  const METHODS =
    'visible toggle hide show remove update replace insert wrap inspect ancestors siblings match up down ' +
    'previous next select adjacent identify empty scrollTo store retrieve clone fire observe on measure';
  for (const name of METHODS.split(' ')) {
    HTMLElement.prototype[name] = function () {
      if (name === 'remove') this.parentNode.removeChild(this);
      return this;
    };
  }
  for (const name of ['element', 'findElement', 'isLeftClick', 'pointer', 'stop']) {
    Event.prototype[name] = () => undefined;
  }
}

/** As Prototype 1.6, which adds `toJSON` to what JSON.stringify meets: each value is written as text in quotes. */
export function asPrototypeWithJSON() {
  const write = (value) => {
    if (Array.isArray(value)) return `[${value.map((one) => write(one)).join(', ')}]`;
    if (typeof value === 'string') return `"${value}"`;
    if (typeof value !== 'object' || value === null) return `${value}`;
    return `{${Object.keys(value)
      .map((name) => `"${name}": ${write(value[name])}`)
      .join(', ')}}`;
  };
  for (const { prototype } of [Array, Date, Number, String]) {
    prototype.toJSON = function () {
      return write(this instanceof Date ? this.toISOString() : this.valueOf());
    };
  }
  Object.toJSON = write;
  // Also the inherited names.
  Object.keys = (object) => {
    const names = [];
    for (const name in object) names.push(name);
    return names;
  };
}
