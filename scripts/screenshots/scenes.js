/* What is looked at: each scene fills the page and settles once there is something to see. */
import { pickerScenes } from './picker-scenes.js';
import { sessionScenes } from './session-scenes.js';
import { tokenScenes } from './token-scenes.js';
import { walletScenes } from './wallet-scenes.js';

export const scenes = { ...pickerScenes, ...sessionScenes, ...tokenScenes, ...walletScenes };
