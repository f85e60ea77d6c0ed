/**
 * Characters that are invisible or change the direction of text (Default_Ignorable_Code_Point and a few more), and
 * noncharacters. Joiners and variation selectors are not included, because some scripts and emoji need them;
 * neither are control characters.
 */
export const INVISIBLE =
  /(?![\u200c-\u200d]|[\ufe00-\ufe0f])[\p{DI}\p{NChar}\u2800\ufff9-\ufffb]/gu;
