import { request } from 'stacks-wallet-elements';
import { Cl, Pc } from 'stacks-wallet-elements/clarity';
import { createApp } from '../../road.js';

createApp(request, { Cl, Pc });
