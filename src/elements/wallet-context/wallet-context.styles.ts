import { css } from 'lit';

export const walletContextStyles = css`
  :host {
    display: contents;
  }
  :host([hidden]) {
    display: none;
  }
`;
