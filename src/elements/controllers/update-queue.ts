/** Milliseconds of updates in one frame. The rest of the frame is for styles, layout and paint. */
const BUDGET = 8;
/** Milliseconds to wait for a frame. A hidden page renders no frames. */
const NO_FRAME = 100;

type Task = () => void;

/** Updates that wait for the next frame, of elements near the viewport and of others. */
const near = new Map<object, Task>();
const far = new Map<object, Task>();
/** Milliseconds of this frame so far. */
let spent = 0;
let isScheduled = false;

/**
 * Runs the update of an element now, or in one of the next frames if the updates of this frame have taken long. So a
 * page with a thousand cards stays responsive while they render. Elements near the viewport are updated first.
 */
export function runInTurn(
  element: object,
  isNear: boolean,
  update: Task,
): Promise<void> | undefined {
  const isIdle = near.size + far.size === 0;
  if (isIdle && spent < BUDGET) {
    measured(update);
    schedule();
    return undefined;
  }
  return new Promise((resolve, reject) => {
    (isNear ? near : far).set(element, () => {
      try {
        update();
        resolve();
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    schedule();
  });
}

/** Call when an element comes near the viewport: its waiting update gets priority. */
export function prioritize(element: object): void {
  const update = far.get(element);
  if (!update) return;
  far.delete(element);
  near.set(element, update);
}

function measured(update: Task): void {
  const start = performance.now();
  update();
  spent += performance.now() - start;
}

/** Runs the next updates in the next frame, or after {@link NO_FRAME}. */
function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    run();
  });
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, NO_FRAME);
}

function run(): void {
  isScheduled = false;
  spent = 0;
  while (spent < BUDGET) {
    const queue = near.size > 0 ? near : far;
    const [next] = queue;
    if (!next) return;
    queue.delete(next[0]);
    measured(next[1]);
  }
  schedule();
}
