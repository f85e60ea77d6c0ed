export { handle as POST } from '../../auth';
