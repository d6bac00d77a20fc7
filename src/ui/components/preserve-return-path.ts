/** The search parameters of a link between two visitor screens: they keep `from` (SES-3). */
export const preserveReturnPath = ({ from }: { readonly from?: string | undefined }) => ({ from });
