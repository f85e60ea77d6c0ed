export const usable = () => performance.mark('usable');
