/** The chain of the transactions that a method sends. Stacks for an unknown method, and without one. */
export function chainOfMethod(method: string | undefined): 'stx' | 'btc' {
  return method === 'sendTransfer' || method === 'signPsbt' ? 'btc' : 'stx';
}
