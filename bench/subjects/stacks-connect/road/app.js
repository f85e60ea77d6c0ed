import { request } from '@stacks/connect';
import { Cl, Pc } from '@stacks/transactions';
import { createApp } from '../../road.js';

createApp(request, { Cl, Pc });
