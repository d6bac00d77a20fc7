/** The search of a way from one visitors' screen to another: where the listener wanted to go is kept (contract 3.14). */
export const preserveReturnPath = ({ from }: { readonly from?: string | undefined }) => ({ from });
