import { css } from 'lit';

export const walletSignInStyles = css`
  .signed-in {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-2) var(--_space-3);
    min-inline-size: 0;
  }
  .signed-in > button {
    inline-size: auto;
  }
  .who {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .label {
    color: var(--_text-muted);
  }
  .other {
    flex-basis: 100%;
    margin: 0;
    overflow-wrap: anywhere;
  }
`;
