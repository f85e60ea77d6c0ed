import { provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app';

// The development wallet. A production build sets `ngDevMode` to false and leaves it out; `isDevMode()` would keep it.
declare const ngDevMode: boolean;
if (ngDevMode) void import('stacks-wallet-elements/dev-wallet/install');

void bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });
