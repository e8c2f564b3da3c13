/** Waits for what is being opened; when that fails, closes what was opened before it and passes the error on. */
export async function orUndo<T>(opening: Promise<T>, undo: () => Promise<void>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    await undo()
    throw error
  }
}
