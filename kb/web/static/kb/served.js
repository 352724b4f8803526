/** Whether a server answers what a page asks. A site of files has none (kb/files/site): its pages say so, and are folders. */

export const served = !("static" in document.body.dataset);

/** The address of a page, so that no host has to lead on to its folder. */
export const pageAt = (address) => (served ? address : `${address}/`);
