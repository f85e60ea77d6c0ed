/**
 * Runs the verifier on the cases of `cases.mjs`. Uses only APIs that every runtime has. Returns a text for each
 * unexpected result.
 *
 * @param {typeof import('stacks-wallet-elements/verify')} verifier
 */
export async function compare(verifier, { messages, structured, signIns, policy }) {
  const now = () => policy.now;
  const results = [
    ...messages.map(({ input }) => verifier.verifyMessage(input)),
    ...structured.map(({ input, domain }) => verifier.verifyStructuredData(input, domain)),
  ];
  for (const { input, nonces } of signIns) {
    const known = new Set(nonces);
    const consume = (nonce) => (known.delete(nonce) ? 'consumed' : 'unknown');
    results.push(await verifier.verifySignIn(input, { ...policy, now, nonces: { consume } }));
  }
  const message = verifier.createSignInMessage({
    ...verifier.parseSignInMessage(signIns[0].input.message).fields,
    nonce: verifier.createNonce(),
  });
  const faults = verifier.parseSignInMessage(message).ok ? [] : [`not parsed: ${message}`];
  const cases = [...messages, ...structured, ...signIns];
  for (const [at, { title, expected }] of cases.entries()) {
    const { ok, code } = results[at];
    if ((ok ? 'ok' : code) !== expected) faults.push(`${title}: ${code}, not ${expected}`);
  }
  return faults;
}
