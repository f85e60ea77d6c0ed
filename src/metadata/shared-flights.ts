/**
 * Work that several callers may want at once is done once. Each caller leaves on its own signal; only
 * when the last one has left is the work itself aborted.
 */
export interface SharedFlights<T> {
  join(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly controller: AbortController;
  passengers: number;
}

export function createSharedFlights<T>(): SharedFlights<T> {
  const flights = new Map<string, Flight<T>>();

  function launch(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight: Flight<T> = {
      controller,
      passengers: 0,
      answer: start(controller.signal).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      }),
    };
    flights.set(key, flight);
    // Every passenger may have left by the time it fails; that is no unhandled rejection.
    flight.answer.catch(() => undefined);
    return flight;
  }

  return {
    join(key, start, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      const flight = flights.get(key) ?? launch(key, start);
      flight.passengers += 1;
      if (!signal) return flight.answer;
      return new Promise<T>((resolve, reject) => {
        const leave = (): void => {
          reject(signal.reason as Error);
          flight.passengers -= 1;
          if (flight.passengers > 0) return;
          // A caller who comes next must not board a flight that was called off.
          if (flights.get(key) === flight) flights.delete(key);
          flight.controller.abort(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        flight.answer
          .then(resolve, reject)
          .finally(() => signal.removeEventListener('abort', leave));
      });
    },
  };
}
