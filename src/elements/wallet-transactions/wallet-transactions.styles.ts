import { css } from 'lit';

export const walletTransactionsStyles = css`
  :host {
    display: block;
  }
  .title {
    color: var(--_text-muted);
    font-size: var(--_text-s);
    font-weight: var(--_weight-medium);
  }
  li + li {
    border-block-start: 1px solid var(--_border);
  }
  .none {
    padding-block: var(--_space-2);
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
`;
