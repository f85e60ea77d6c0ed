export function createPicker() {
  const picker = document.createElement('button');
  picker.id = 'wallet';
  picker.textContent = 'Bench wallet';
  picker.onclick = () => picker.remove();
  return picker;
}
