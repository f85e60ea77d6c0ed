/** In an app of Next: `app/pay/[route]/route.ts`. */
import { payments } from './payments.js';

export const POST = payments.handle;
