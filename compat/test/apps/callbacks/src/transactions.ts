import {
  openContractCall,
  openSTXTransfer,
  type ContractCallRegularOptions,
  type FinishedTxData,
} from '@stacks/connect';
// An app of version 7 has these as @stacks/network and @stacks/transactions 6.
import { StacksMainnet } from '@stacks/network-v6';
import {
  AnchorMode,
  FungibleConditionCode,
  PostConditionMode,
  createAssetInfo,
  makeStandardFungiblePostCondition,
  makeStandardSTXPostCondition,
  someCV,
  standardPrincipalCV,
  stringUtf8CV,
  tupleCV,
  uintCV,
} from '@stacks/transactions-v6';
import { appDetails, userSession } from './session.ts';

const OWNER = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const network = new StacksMainnet();

interface Callbacks {
  onFinish: (data: FinishedTxData) => void;
  onCancel: (error?: Error) => void;
}

/** A call with post-conditions as version 6 of @stacks/transactions makes them. */
export function sign(sender: string, text: string, { onFinish, onCancel }: Callbacks) {
  const options: ContractCallRegularOptions = {
    contractAddress: OWNER,
    contractName: 'guestbook',
    functionName: 'write',
    functionArgs: [
      uintCV(7),
      someCV(standardPrincipalCV(sender)),
      tupleCV({ text: stringUtf8CV(text) }),
    ],
    postConditions: [
      makeStandardSTXPostCondition(sender, FungibleConditionCode.LessEqual, 1_000_000n),
      makeStandardFungiblePostCondition(
        sender,
        FungibleConditionCode.Equal,
        5,
        createAssetInfo(OWNER, 'honey', 'honey'),
      ),
    ],
    postConditionMode: PostConditionMode.Deny,
    anchorMode: AnchorMode.Any,
    network,
    appDetails,
    userSession,
    onFinish,
    onCancel,
  };
  openContractCall(options);
}

/** Callbacks turned into a promise, as several apps do it: it hangs if neither is called. */
export function send(recipient: string, amount: bigint): Promise<FinishedTxData> {
  return new Promise((resolve, reject) => {
    void openSTXTransfer({
      recipient,
      amount,
      memo: 'Thanks',
      network,
      anchorMode: AnchorMode.Any,
      appDetails,
      onFinish: resolve,
      onCancel: (error) => reject(error ?? new Error('cancelled')),
    });
  });
}
