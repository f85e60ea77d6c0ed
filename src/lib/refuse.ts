/** Called for what cannot be encoded exactly: throws the caller's error, naming the place. */
export type Refuse = (field: string, value: unknown, expected: string) => never;
