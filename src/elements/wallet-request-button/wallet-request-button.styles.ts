import { css } from 'lit';

export const walletRequestButtonStyles = css`
  :host {
    display: inline-block;
    max-inline-size: 100%;
    vertical-align: middle;
  }
  .all {
    position: relative;
    display: flex;
    block-size: 100%;
  }
  .glyph {
    flex: none;
    inline-size: 1.125em;
    block-size: 1.125em;
  }
`;
