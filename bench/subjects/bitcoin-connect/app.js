import { init, launchModal } from '@getalby/bitcoin-connect';

init({ appName: 'Benchmark' });
document.getElementById('open').onclick = () => launchModal();
performance.mark('usable');
