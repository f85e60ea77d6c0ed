/** The functions of React that are used. Its own types would be one more package to install. */
declare module 'react' {
  interface Context<T> {
    readonly Provider: (props: { value: T }) => unknown;
  }
  export function createContext<T>(value: T): Context<T>;
  export function useContext<T>(context: Context<T>): T;
  export function createElement<P>(
    type: (props: P) => unknown,
    props: P,
    ...children: unknown[]
  ): unknown;
}
