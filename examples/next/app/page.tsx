import { Account } from './account';
import { Elements } from './elements';

export default function Page() {
  return (
    <main>
      <h1>Next and a Stacks wallet</h1>
      <Account />
      <Elements />
    </main>
  );
}
