import { Component, type ReactNode } from 'react';

/** Shows that the app has failed, instead of an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main role="alert">
        <h1>This page has failed</h1>
        <p>What you have confirmed in your wallet is not lost: the wallet lists it.</p>
        <button onClick={() => location.reload()}>Reload</button>
      </main>
    );
  }
}
