import * as stacksConnect from '@stacks/connect';
import { appDetails, userSession } from './session.ts';

// `showConnect` is undefined in every 8.2.x: an app of version 7 that moves there has to call this instead.
const showConnect = stacksConnect.showConnect ?? stacksConnect.authenticate;

export function authenticate(onFinish: (address: string) => void, onCancel: () => void) {
  void showConnect({
    appDetails,
    redirectTo: '/',
    userSession,
    onFinish: ({ userSession, authResponsePayload }) => {
      const { profile } = userSession.loadUserData();
      onFinish(profile.stxAddress.mainnet ?? authResponsePayload?.profile.stxAddress.mainnet);
    },
    onCancel,
  });
}
