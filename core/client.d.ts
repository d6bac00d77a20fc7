/** The text of the client, which the build of the package puts in. */
declare module 'virtual:client' {
  const code: string;
  export default code;
}
