/** Svelte publishes no types for the runtime functions that its compiler imports. */
declare module 'svelte/internal/client' {
  /** The compiler turns `$state(value)` into this call. */
  export function proxy<T>(value: T): T;
}
