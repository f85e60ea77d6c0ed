/** Sets `:state(name)`. Browsers before 2024 have no such states; there the element works without. */
export function setState(internals: ElementInternals | undefined, name: string, on: boolean): void {
  try {
    if (on) internals?.states.add(name);
    else internals?.states.delete(name);
  } catch {
    /* Chrome before 125 takes only `--name`. */
  }
}
