import { expect } from '@open-wc/testing';
import { anchorPosition } from './anchor-position.js';

const DESKTOP = { clientWidth: 1000, clientHeight: 800 };
const PHONE = { clientWidth: 320, clientHeight: 640 };
const anchor = (left: number, top: number) => ({ left, top, right: left + 120, bottom: top + 40 });
const inset = (rule: string) => /--_inset:([^;]+);/.exec(rule)?.[1];

describe('anchorPosition', () => {
  it('places the panel below the anchor, aligned with its start', () => {
    expect(inset(anchorPosition(anchor(100, 100), DESKTOP, false))).to.equal(
      '148px auto auto 100px',
    );
    expect(inset(anchorPosition(anchor(600, 100), DESKTOP, true))).to.equal(
      '148px 280px auto auto',
    );
  });

  it('uses the other side if there is no room', () => {
    expect(inset(anchorPosition(anchor(870, 100), DESKTOP, false))).to.equal(
      '148px 10px auto auto',
    );
    expect(inset(anchorPosition(anchor(100, 700), DESKTOP, false))).to.equal(
      'auto auto 108px 100px',
    );
  });

  it('fills the width of a phone, except for a margin', () => {
    expect(inset(anchorPosition(anchor(100, 100), PHONE, false))).to.equal('148px 8px auto 8px');
    expect(anchorPosition(anchor(100, 100), PHONE, false)).to.contain('--_max-inline:304px');
  });
});
