/** The page of comparisons: its topics by words of them, as one types; all of them without this script. */

const find = document.getElementById("find");
const box = document.getElementById("word");
const topics = [...document.querySelectorAll("#topics > details")].map((topic) => [topic, topic.textContent.toLowerCase()]);

box.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(" ");
  for (const [topic, text] of topics) topic.hidden = !words.every((word) => text.includes(word));
});
find.hidden = false;
