/** Names that several files export, each with the reason why it has one meaning. */
export const sharedNames = {
  main: 'the entry point of a command; only run/ calls it',
};
