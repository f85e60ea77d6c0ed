/** English texts of `<ft-list>`, in addition to those of a token. */
export const listMessages = {
  listLabel: 'Tokens',
  listSearch: 'Search by name, symbol or contract',
  listSearchHint: 'Name, symbol or contract',
  listLoading: 'Loading tokens…',
  listEmpty: 'No tokens found.',
  listCount: 'Tokens: {count}.',
  listCountMore: 'Tokens: {count}. Scroll for more.',
} as const;
