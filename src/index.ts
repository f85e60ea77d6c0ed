/** The door for apps: the wallet side with the picker, and the token side. */
import './define/picker.js';

export * from './core/index.js';
export * from './metadata/index.js';
