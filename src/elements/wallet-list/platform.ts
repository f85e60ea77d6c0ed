/** What decides which link leads to a wallet: the phone's store, or the browser's. */
export type Platform = 'ios' | 'android' | 'chromium' | 'firefox' | 'other';

type Agent = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

export function platformOf(agent: Agent): Platform {
  const { userAgent, maxTouchPoints } = agent;
  if (/android/i.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios';
  /* iPadOS calls itself Macintosh; no Mac has a touch screen. */
  if (/macintosh/i.test(userAgent) && maxTouchPoints > 1) return 'ios';
  if (/firefox\//i.test(userAgent)) return 'firefox';
  return /chrom(e|ium)\//i.test(userAgent) ? 'chromium' : 'other';
}

export function isPhone(platform: Platform): boolean {
  return platform === 'ios' || platform === 'android';
}
