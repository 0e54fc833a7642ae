/** Something the person who starts Bitácora can put right: `message` is one Spanish sentence, shown without a stack. */
export class StartProblem extends Error {
  override name = 'StartProblem';
}
