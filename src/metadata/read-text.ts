import { MetadataError } from '../errors.js';

/**
 * The body of an answer as text, read piece by piece, so that a body without end is left after
 * `maxBytes` and not when memory is full. Throws `bad-response`.
 */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => undefined);
      throw new MetadataError(
        'bad-response',
        `The metadata service answered with more than ${maxBytes} bytes; they were not read.`,
        { status: response.status },
      );
    }
    text += decoder.decode(value, { stream: true });
  }
}
