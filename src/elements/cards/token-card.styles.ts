import { css } from 'lit';
import { buttons } from '../styles/buttons.js';
import { reset } from '../styles/reset.js';
import { tokens } from '../styles/tokens.js';
import { frameStyles } from './frame.styles.js';
import { messagesStyles } from './messages.styles.js';
import { piecesStyles } from './pieces.styles.js';
import { rowsStyles } from './rows.styles.js';

/** One style sheet for all styles: the browser updates every sheet of every card when a card is added. */
export const tokenCardStyles = css`
  ${tokens} ${reset} ${buttons} ${frameStyles} ${piecesStyles} ${rowsStyles} ${messagesStyles}
`;
