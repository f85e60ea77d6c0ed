const told = new WeakSet<object>();

/** Notes a failure that a picker had in front of the user. */
export function markTold(error: object): void {
  told.add(error);
}

/** True for a failure that the user has seen already, and need not be told again. */
export function wasTold(error: unknown): boolean {
  return typeof error === 'object' && error !== null && told.has(error);
}
