/* Rank one hand a call: the sum of the cards' keys, two look-ups by ranks, and one by suit if the cards hold a flush.

   `houseway.kernels.layout` describes keys and tables. They are houseway's own arrays; nothing is copied. Every index is compared
   with the length of its table, because nobody has checked the cards. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <structmember.h>

enum { KEYS, LEFT, RIGHT, BY_RANK, BY_SUIT, TABLES };
enum { MOST_CARDS = 7 };

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    Py_buffer tables[TABLES];
    Py_ssize_t size;
    uint64_t bias, flush;
    int right_shift, joker_shift, suit_shift;
    uint64_t joker_offset;
} Strength;

static inline Py_ssize_t length(const Strength *self, int table, size_t width)
{
    return self->tables[table].len / (Py_ssize_t)width;
}

static inline int look_up(const Strength *self, int table, uint64_t place, uint64_t *found)
{
    if (place >= (uint64_t)length(self, table, sizeof(uint16_t)))
        return -1;
    *found = ((const uint16_t *)self->tables[table].buf)[place];
    return 0;
}

/* Read a card: an integer, as `Card` is, or what Python takes as an index of a list. */
static inline long read_card(PyObject *given)
{
    if (PyLong_Check(given)) {
        int overflows;
        long card = PyLong_AsLongAndOverflow(given, &overflows);
        return overflows ? -1 : card;
    }
    Py_ssize_t card = PyNumber_AsSsize_t(given, NULL);
    if (card == -1 && PyErr_Occurred())
        return -2;
    return card < 0 || card > 0xFF ? -1 : (long)card;
}

static PyObject *no_hand(void)
{
    PyErr_SetString(PyExc_IndexError, "this is not a hand: cards are numbered from 0 to 52, and each is there once");
    return NULL;
}

static PyObject *rank_cards(const Strength *self, PyObject *const *cards)
{
    const uint64_t *keys = self->tables[KEYS].buf;
    const long count = (long)length(self, KEYS, sizeof(uint64_t));
    long numbers[MOST_CARDS];
    uint64_t key = 0;
    for (Py_ssize_t place = 0; place < self->size; place++) {
        long card = read_card(cards[place]);
        if (card == -2)
            return NULL;
        if (card < 0 || card >= count)
            return no_hand();
        numbers[place] = card;
        key += keys[card];
    }
    uint64_t left, right, best;
    if (look_up(self, LEFT, key & 0xFFFF, &left) || look_up(self, RIGHT, key >> self->right_shift & 0xFFFF, &right))
        return no_hand();
    uint64_t joker = key >> self->joker_shift & 1;
    if (look_up(self, BY_RANK, left + right + joker * self->joker_offset, &best))
        return no_hand();
    uint64_t made = (key + self->bias) & self->flush;
    if (made) {
        int suit = -1;
        for (uint64_t left_over = made >> self->suit_shift; left_over; left_over >>= 4)
            suit++;
        uint64_t held = 0, by_suit;
        for (Py_ssize_t place = 0; place < self->size; place++)
            if ((numbers[place] & 3) == suit || numbers[place] == count - 1)
                held += (uint64_t)1 << (numbers[place] >> 2);
        if (look_up(self, BY_SUIT, held, &by_suit))
            return no_hand();
        if (by_suit > best)
            best = by_suit;
    }
    return PyLong_FromUnsignedLong((unsigned long)best);
}

static PyObject *strength_call(PyObject *object, PyObject *const *given, size_t flags, PyObject *names)
{
    const Strength *self = (const Strength *)object;
    if (PyVectorcall_NARGS(flags) != 1 || (names != NULL && PyTuple_GET_SIZE(names) > 0)) {
        PyErr_SetString(PyExc_TypeError, "one argument is needed: the cards");
        return NULL;
    }
    PyObject *cards = PySequence_Fast(given[0], "cards are given as a sequence of numbers");
    if (cards == NULL)
        return NULL;
    PyObject *found = NULL;
    if (PySequence_Fast_GET_SIZE(cards) == self->size)
        found = rank_cards(self, PySequence_Fast_ITEMS(cards));
    else
        PyErr_Format(PyExc_ValueError, "%zd cards are ranked here, not %zd", self->size, PySequence_Fast_GET_SIZE(cards));
    Py_DECREF(cards);
    return found;
}

static void strength_dealloc(Strength *self)
{
    PyTypeObject *type = Py_TYPE(self);
    for (int table = 0; table < TABLES; table++)
        if (self->tables[table].obj != NULL)
            PyBuffer_Release(&self->tables[table]);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *strength_new(PyTypeObject *type, PyObject *given, PyObject *named)
{
    static char *names[] = {"size", "keys", "left", "right", "by_rank", "by_suit", "bias", "flush", "right_shift",
                            "joker_shift", "suit_shift", "joker_offset", NULL};
    Strength *self = (Strength *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->call = strength_call;
    Py_buffer *tables = self->tables;
    unsigned long long bias, flush, joker_offset;
    if (!PyArg_ParseTupleAndKeywords(given, named, "ny*y*y*y*y*KKiiiK", names, &self->size, &tables[KEYS], &tables[LEFT],
                                     &tables[RIGHT], &tables[BY_RANK], &tables[BY_SUIT], &bias, &flush, &self->right_shift,
                                     &self->joker_shift, &self->suit_shift, &joker_offset)) {
        memset(tables, 0, sizeof(self->tables)); /* whatever was filled is released already */
        Py_DECREF(self);
        return NULL;
    }
    if (self->size < 1 || self->size > MOST_CARDS) {
        PyErr_Format(PyExc_ValueError, "1 to %d cards can be ranked, not %zd", MOST_CARDS, self->size);
        Py_DECREF(self);
        return NULL;
    }
    self->bias = bias, self->flush = flush, self->joker_offset = joker_offset;
    return (PyObject *)self;
}

static PyMemberDef strength_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Strength, call), READONLY, NULL},
    {NULL},
};

static PyType_Slot strength_slots[] = {
    {Py_tp_doc, "Return the strength of the cards of a hand, which are not checked beyond their numbers."},
    {Py_tp_new, strength_new},
    {Py_tp_dealloc, strength_dealloc},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_members, strength_members},
    {0, NULL},
};

static PyType_Spec strength_spec = {
    .name = "houseway_speed._strength.Strength",
    .basicsize = sizeof(Strength),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = strength_slots,
};

static int add_types(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&strength_spec);
    if (type == NULL)
        return -1;
    int failed = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return failed;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, add_types}, {0, NULL}};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "houseway_speed._strength",
    .m_doc = "Ranks one hand a call.",
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__strength(void)
{
    return PyModuleDef_Init(&module);
}
