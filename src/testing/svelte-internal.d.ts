/** Svelte gives no types for what its compiler imports. */
declare module 'svelte/internal/client' {
  /** What the compiler makes of `$state(value)`. */
  export function proxy<T>(value: T): T;
}
