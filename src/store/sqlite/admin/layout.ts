// The numbers in the header of a database file by which it is known as one of ours.

/** Counts the changes of the stored form that do not follow from the catalogue. */
export const LAYOUT = 9;
export const APPLICATION_ID = 0x776b6663;
