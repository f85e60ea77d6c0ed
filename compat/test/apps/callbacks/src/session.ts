import { AppConfig, UserSession, type UserData } from '@stacks/connect';

const appConfig = new AppConfig(['store_write', 'publish_data']);

export const userSession = new UserSession({ appConfig });

export const appDetails = {
  name: 'Guestbook',
  icon: `${window.location.origin}/logo.svg`,
};

export function loadUser(): UserData | undefined {
  return userSession.isUserSignedIn() ? userSession.loadUserData() : undefined;
}
