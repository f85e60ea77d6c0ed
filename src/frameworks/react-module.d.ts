/** The types that `react.ts` uses of React, so that this project does not need `@types/react`. */
declare module 'react' {
  export function useEffect(effect: () => () => void, deps: readonly unknown[]): void;
  export function useMemo<T>(create: () => T, deps: readonly unknown[]): T;
  export function useState<T>(initial: T | (() => T)): [state: T, set: (next: T) => void];
  export function useSyncExternalStore<T>(
    subscribe: (listener: () => void) => () => void,
    snapshot: () => T,
    serverSnapshot: () => T,
  ): T;
}
