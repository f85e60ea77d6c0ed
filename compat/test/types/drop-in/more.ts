/** Code of apps that 8.2.7 does not accept, or accepts only in its types. */
import type { FinishedTxData } from '@stacks/connect';
import type { TxidResult } from '@stacks/connect/dist/types/methods';
import { Connect, useConnect } from '@stacks/connect/react';
import type { Connect as RealConnect, useConnect as realUseConnect } from 'real-react';

export const sent = (result: TxidResult) => result as FinishedTxData;
export const id = (data: FinishedTxData) => data.txid ?? data.txId;

Connect satisfies typeof RealConnect;
useConnect satisfies typeof realUseConnect;
