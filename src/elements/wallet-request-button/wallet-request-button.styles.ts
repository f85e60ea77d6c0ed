import { css } from 'lit';

export const walletRequestButtonStyles = css`
  .glyph {
    flex: none;
    inline-size: 1.125em;
    block-size: 1.125em;
  }
`;
