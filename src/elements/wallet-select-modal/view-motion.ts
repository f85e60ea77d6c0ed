/**
 * Call before a view changes: it remembers the height of the dialog, whose content is the frame, and the place of the icon of
 * the wallet. Call the returned function after the update: both move from there. The time and the curve are those of the
 * animation of the dialog in its style sheet, so that reduced motion also applies here.
 */
export function startMotion(dialog: HTMLElement, frame: HTMLElement, walletId = ''): () => void {
  // jsdom has no animations.
  if (!dialog.getAnimations) return () => {};
  const findIcon = () =>
    dialog.querySelector(`.mark > .wallet-icon, [data-id="${CSS.escape(walletId)}"] .wallet-icon`);
  const top = dialog.getBoundingClientRect().y;
  const from = findIcon()?.getBoundingClientRect();
  // The height has fractions of pixels.
  const {
    animationDuration,
    animationTimingFunction: easing,
    blockSize,
  } = getComputedStyle(dialog);
  const duration = parseFloat(animationDuration) * 1_000;
  const timing = { duration, easing, id: MOTION };
  // What is measured from now on does not move.
  for (const animation of dialog.getAnimations({ subtree: true })) {
    if (animation.id === MOTION) animation.cancel();
  }
  // Reduced motion.
  if (!(duration >= 1)) return () => {};
  return () => {
    const { blockSize: end } = getComputedStyle(dialog);
    const icon = findIcon();
    const to = icon?.getBoundingClientRect();
    // The top of a sheet moves with its height.
    const moved = dialog.getBoundingClientRect().y - top;
    if (end !== blockSize) {
      // The content has its last layout at once: it neither moves nor scrolls meanwhile.
      const flex = `0 0 ${frame.offsetHeight}px`;
      frame.animate({ flex: [flex, flex] }, timing);
      dialog.animate({ blockSize: [blockSize, end] }, timing);
    }
    if (!from?.width || !icon || !to?.width) return;
    const y = from.y - to.y + moved;
    if (from.x === to.x && y === 0) return;
    const move = `translate(${from.x - to.x}px, ${y}px) scale(${from.width / to.width})`;
    icon.animate({ transform: [move, 'none'], transformOrigin: ['0 0', '0 0'] }, timing);
  };
}

const MOTION = 'view';
