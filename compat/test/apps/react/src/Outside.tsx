import { useConnect } from '@stacks/connect-react';

/** A component that no `Connect` contains, as it happens in real apps. */
export function Outside() {
  const { doSTXTransfer } = useConnect();
  return (
    <button
      onClick={() =>
        doSTXTransfer({
          recipient: 'SP2MF04VAGYHGAZWGTEDW5VYCPDWWSY08Z1QFNDSN',
          amount: '1000',
          memo: 'Thanks',
          onFinish: ({ txId }) => (document.title = `txId ${txId}`),
          onCancel: () => (document.title = 'cancelled'),
        })
      }
    >
      Donate
    </button>
  );
}
