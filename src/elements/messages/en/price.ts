/** English texts of the value that `<ft-amount fiat>` shows. `{time}` is a time of today, or a date with a time. */
export const priceMessages = {
  priceAbout: 'about {amount}',
  priceTime: 'price of {time}',
} as const;
