// The real one, not the imitation that @stacks/connect 8 exports.
import { AppConfig, UserSession } from '@stacks/auth';
import type { AuthOptions } from '@stacks/connect';

export const userSession = new UserSession({ appConfig: new AppConfig(['store_write']) });

export const authOptions: AuthOptions = {
  appDetails: { name: 'Voting', icon: '/logo.svg' },
  // The types of 8 do not take it, although its code does.
  userSession: userSession as unknown as AuthOptions['userSession'],
  onFinish: () => window.location.reload(),
};
