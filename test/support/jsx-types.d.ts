/** As much of @types/react as the types of the tags need: `npm test` does not install it. */
export interface HTMLAttributes<T> {
  id?: string | undefined;
  className?: string | undefined;
  children?: unknown;
  onClick?: ((event: { currentTarget: T }) => void) | undefined;
}
export type DetailedHTMLProps<Props, T> = Props & { ref?: { current: T | null } | undefined };
export namespace JSX {
  interface Element {
    readonly type: unknown;
  }
  interface IntrinsicElements {
    div: DetailedHTMLProps<HTMLAttributes<HTMLDivElement>, HTMLDivElement>;
  }
}
