import { css } from 'lit';

/** What `walletMark` draws. */
export const walletMarkStyles = css`
  .wallet-icon {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 40px;
    block-size: 40px;
    overflow: hidden;
    border-radius: var(--_radius-s);
    background: var(--_accent-soft);
    color: var(--_accent);
    font-weight: var(--_weight-bold);
    line-height: 1;
  }
  .wallet-icon img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }
  .wallet-icon:has(img:not([hidden])) {
    background: none;
  }
  .wallet-icon img:not([hidden]) + .monogram {
    display: none;
  }
`;
