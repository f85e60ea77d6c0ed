import { useEffect, useState } from 'react';
import { explainError, follow } from '../follow';

/** What `read` resolves with. Reads again when a value of `keys` changes. */
export function useRead<T>(read: () => Promise<T>, keys: readonly unknown[]) {
  const [found, setFound] = useState<{ value?: T; error?: string }>({});
  useEffect(() => {
    let isCurrent = true;
    setFound({});
    read().then(
      (value) => isCurrent && setFound({ value }),
      (error: unknown) => isCurrent && setFound({ error: explainError(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, keys);
  return found;
}

/** Sends a call. `text` says what happens; `done` counts the calls that have ended, for the keys of what they change. */
export function useCall() {
  const [text, setText] = useState('');
  const [done, setDone] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const send = async (call: () => Promise<{ txid: string }>) => {
    setBusy(true);
    await follow(call, setText);
    setBusy(false);
    setDone((count) => count + 1);
  };
  return { text, done, isBusy, send };
}
